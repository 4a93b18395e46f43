"""The presentation of the revised edition: scene and charts."""
