"""What a link says of itself where it is pasted: tags in the page's head, and a picture."""
