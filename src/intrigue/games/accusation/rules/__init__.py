"""The rules of Accusation: functions over a `State`, compiled."""
